// `npm run soak`: an hour of talk and ten thousand videos, of the core in Node and of both elements on a page, and what is left of them.
// `--part node`, `--part elements`; less of it for a look: `--talk-minutes 2 --tasks 200`.
import { compile } from '../services.mjs';

compile();
await import('../../.build/test/soak/soak.js');
