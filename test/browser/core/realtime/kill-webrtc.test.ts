import { killSuite } from './kill-suite.js';

killSuite('webrtc', 5);
