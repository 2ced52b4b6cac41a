// Every service's videos in a real Chromium: made, failed, refused, cancelled, expired, and over a way that breaks.
import { judges } from '../../node/services/judges.js';
import { pageSuite } from '../../node/services/page-suite.js';

pageSuite(judges);
