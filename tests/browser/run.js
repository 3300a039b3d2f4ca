// All browser tests, or those whose name contains one of the arguments.
import { main } from './harness.js';
import './start.js';
import './answer.js';
import './bill.js';
import './words.js';
import './access.js';
import './lists.js';
import './bring.js';
import './reverse.js';
<<<<<<< HEAD
import './pace.js';
=======
import './compare.js';
import './keyboard.js';
>>>>>>> 5627ea0 (Compare: two to six plans side by side, from the answer, an example or a pasted link, as a link of its own)
import './handoff.js';
import './parts.js';
import './offline.js';
import './widget.js';
import './refused.js';
import './hosts.js';

await main(process.argv.slice(2));
