// Sorts later pieces of the page by kind of byte: node pack.mjs UNPACK.js PIECE…; each is replaced once it has been read back.
import { readFileSync, writeFileSync } from 'node:fs';

const [, , script, ...pieces] = process.argv;
// Node takes a .js for a module only where a package.json says so.
const { KINDS, unpack, walk } = await import(`data:text/javascript;base64,${readFileSync(script, 'base64')}`);

for (const name of pieces) {
  const bytes = readFileSync(name);
  const kinds = Array.from({ length: KINDS }, () => []);
  let at = 0;
  walk(bytes.length, (where) => {
    const byte = bytes[at];
    at += 1;
    kinds[where].push(byte);
    return byte;
  });
  const counts = Buffer.alloc(4 * KINDS);
  kinds.forEach((all, i) => counts.writeUInt32LE(all.length, 4 * i));
  const packed = Uint8Array.from([...counts, ...kinds.flat()]);
  if (!bytes.equals(unpack(packed.buffer))) throw new Error(`${name} does not come back`);
  writeFileSync(name, packed);
}
