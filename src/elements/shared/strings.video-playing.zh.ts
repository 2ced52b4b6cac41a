// Simplified Chinese for what plays, shows and compares videos in <video-generator>.
import type { VideoPlayingWords } from './strings.video-playing.en.js';

export const words: VideoPlayingWords = {
  play: '播放',
  pause: '暂停',
  position: '播放位置',
  positionValue: '{at}，共 {length}',
  mute: '静音',
  unmute: '打开声音',
  speed: '速度',
  stepBack: '后退一帧',
  stepOn: '前进一帧',
  fullScreen: '全屏',
  leaveScreen: '退出全屏',
  close: '关闭',
  previous: '上一个结果',
  next: '下一个结果',
  place: '第 {number} 个，共 {count} 个',
  loading: '正在加载',
  made: '生成时间',
  compareTitle: '并排对比',
  left: '左',
  right: '右',
  sound: '声音',
  soundNone: '无',
  swap: '左右互换',
};
