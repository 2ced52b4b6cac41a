import { killSuite } from './kill-suite.js';

killSuite('websocket', 8);
