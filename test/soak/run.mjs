// `npm run soak`: an hour of talk and ten thousand videos of the core alone, and what is left of them. `--talk-minutes 60`, `--tasks 10000`.
import { compile } from '../services.mjs';

compile();
await import('../../.build/test/soak/soak.js');
