// All browser tests, or those whose name contains one of the arguments.
import { main } from './harness.js';
import './start.js';
import './answer.js';
import './bill.js';
import './words.js';
import './access.js';
import './lists.js';
import './claims.js';
import './bring.js';
import './reverse.js';
import './pace.js';
import './compare.js';
import './keyboard.js';
import './quick.js';
import './handoff.js';
import './parts.js';
import './offline.js';
import './widget.js';
import './first.js';
import './refused.js';
import './hosts.js';

await main(process.argv.slice(2));
