// 1,000 random plans give the same report natively and in wasm, byte for byte.
//   node hash.js FOLDER   FOLDER has hash.js of `wasm-bindgen --target nodejs`; lines "HASH LINK" come in on stdin.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { hash } = createRequire(import.meta.url)(join(process.argv[2], 'hash.js'));
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const different = [];
for (const line of lines) {
  const [native, link] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
  const wasm = hash(link);
  if (wasm !== native) different.push(`native ${native}, wasm ${wasm}: ${link}`);
}
for (const line of different.slice(0, 10)) console.log(`      ${line}`);
const fine = different.length === 0 && lines.length === 1000;
console.log(`test ${lines.length} reports hash the same natively and in wasm ... ${fine ? 'ok' : `FAILED, ${different.length} differ`}`);
console.log(`hash test: ${fine ? '1 passed, 0 failed' : '0 passed, 1 failed'}`);
process.exitCode = fine ? 0 : 1;
