// The engine in a page or a worker: import { report } from './index.js'. The program is fetched from beside this file.
import init from './suanzu-engine.js';
await init();
export { catalog, decode, encode, report, size, version } from './suanzu-engine.js';
