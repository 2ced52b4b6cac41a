// `npm run soak`: an hour of talk and ten thousand videos, of the core in Node, of both elements on a page, and of
// a launcher opened a thousand times, and what is left of them. `--part node`, `elements` or `launcher`; less of it for a look:
// `--talk-minutes 2 --tasks 200 --opens 100`.
import { compile } from '../services.mjs';

compile();
await import('../../.build/test/soak/soak.js');
