// Puts the later pieces of the program together again. A module mixes instructions, numbers of locals, calls, constants and offsets;
// sorted by kind, which is how the pieces come, brotli makes them a twentieth smaller. xtask/src/pack.mjs sorts them with the same
// walk through the code. The first piece comes as it is, so that the browser compiles it as it arrives.

/** What a byte can be, which is where it is kept. */
const [REST, SIZES, HEADS, OPS, READS, WRITES, LOADS, STORES, CALLS, WORDS, LONGS, FLOATS, OTHERS] = Array(13).keys();
/** How many kinds there are. */
export const KINDS = 13;

/** The kind of the one number that follows an instruction; nothing where it has none or several. */
function kind(op) {
  if (op === 0x20) return READS;
  if (op === 0x21 || op === 0x22) return WRITES;
  if (op >= 2 && op <= 4 || op === 0x0c || op === 0x0d || op === 0x23 || op === 0x24) return OPS;
  if (op === 0x10) return CALLS;
  if (op === 0x41) return WORDS;
  if (op === 0x42) return LONGS;
  return op === 0x25 || op === 0x26 || op === 0x3f || op === 0x40 || op === 0xd0 || op === 0xd2 ? OTHERS : undefined;
}

/** Walks through `length` bytes of modules that follow each other; `byte` takes one of a kind on and gives it back. */
export function walk(length, byte) {
  let at = 0;
  const one = (where) => { at += 1; return byte(where); };
  const many = (count, where) => { for (let i = 0; i < count; i += 1) one(where); };
  const number = (where) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = one(where);
      value |= (next & 127) << shift;
      if (next < 128) return value;
    }
  };
  const code = (end) => {
    while (at < end) {
      const op = one(OPS), simple = kind(op);
      if (simple !== undefined) number(simple);
      else if (op >= 0x28 && op <= 0x3e) { number(OPS); number(op < 0x36 ? LOADS : STORES); }
      else if (op === 0x43 || op === 0x44) many(op === 0x43 ? 4 : 8, FLOATS);
      else if (op === 0x11) { number(OTHERS); number(OTHERS); }
      else if (op === 0x1c) many(number(OTHERS), OTHERS);
      else if (op === 0x0e) for (let left = number(OTHERS) + 1; left; left -= 1) number(OTHERS);
      else if (op === 0xfc) {
        const more = number(OTHERS);
        for (let left = more === 8 || more === 10 || more === 12 || more === 14 ? 2 : more > 8 ? 1 : 0; left; left -= 1) number(OTHERS);
      }
    }
  };
  while (at < length) {
    const section = one(REST);
    // Another module begins like a section without a number.
    if (!section) { many(7, REST); continue; }
    const size = number(REST);
    if (section !== 10) { many(size, REST); continue; }
    for (let left = number(REST); left; left -= 1) {
      const end = number(SIZES) + at;
      for (let groups = number(HEADS); groups; groups -= 1) { number(HEADS); one(HEADS); }
      code(end);
    }
  }
}

/** The bytes that were sorted; first comes how many there are of each kind. */
export function unpack(buffer) {
  const sorted = new Uint8Array(buffer), counts = new DataView(buffer);
  const next = new Uint32Array(KINDS);
  let length = 0;
  for (let i = 0; i < KINDS; i += 1) {
    next[i] = 4 * KINDS + length;
    length += counts.getUint32(4 * i, true);
  }
  const out = new Uint8Array(length);
  let at = 0;
  walk(length, (where) => {
    const byte = sorted[next[where]];
    next[where] += 1;
    out[at] = byte;
    at += 1;
    return byte;
  });
  return out;
}
