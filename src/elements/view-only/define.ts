// Registers <voxreel-shared>, in which the page of a share stands. A second time is harmless.
import { SharedView } from './shared-view.js';

if (customElements.get('voxreel-shared') === undefined) customElements.define('voxreel-shared', SharedView);
