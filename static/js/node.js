// The engine in Node: the program is read from beside this file.
import { readFile } from 'node:fs/promises';
import { initSync } from './suanzu-engine.js';
initSync({ module: await readFile(new URL('suanzu-engine_bg.wasm', import.meta.url)) });
export { catalog, decode, encode, report, size, version } from './suanzu-engine.js';
