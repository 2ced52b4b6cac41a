// Registers both elements: the script-tag entry. With the library's names, so that a page can bring its own plugins.
import './elements/video-generator/define.js';
import './elements/realtime-voice/define.js';

export * from './index.js';
