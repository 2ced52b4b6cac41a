// A page killed at everything it waits for and at fifty instants: nothing is lost, and nothing is paid twice.
import { crashModes } from '../../node/core/video/queue/crash-modes.js';
import { startCrashService } from '../../node/core/video/queue/crash-service.js';
import { crashSuite } from '../../node/core/video/queue/crash-suite.js';

crashSuite('', startCrashService, { modes: crashModes, instants: 50, everyGate: true, mayKeep: true, timeoutMs: 880_000 });
