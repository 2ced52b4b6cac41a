import { driveStarter } from './drive-starter.js';

driveStarter('angular');
