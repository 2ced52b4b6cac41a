// Registers both elements: the script-tag entry.
import './elements/video-generator/define.js';
import './elements/realtime-voice/define.js';
