// Simplified Chinese for the tools of a history in <video-generator>.
import { errorWords } from './strings.errors.zh.js';
import type { VideoHistoryWords } from './strings.video-history.en.js';

export const words: VideoHistoryWords = {
  count: { other: '历史中有 {count} 个视频。' },
  setAside: { other: '{count} 个无法读取，或来自更新的版本：保持原样。' },
  memoryOnly: '关闭本页后即消失。',
  kept: { other: '此处留存 {count} 个视频：{size}，上限 {limit}。' },
  room: '留存视频的空间',
  drop: '释放这些空间…',
  dropAsk: '要删除留存在此浏览器中的所有文件吗？历史会保留；链接已失效的视频将无法再取得。',
  dropYes: '删除文件',
  dropped: '留存的文件已删除。',
  export: '导出',
  import: '导入…',
  imported: { other: '已添加 {count} 个。' },
  skippedExists: { other: '{count} 个已在此处。' },
  skippedInvalid: { other: '{count} 个无法读取。' },
  skippedNewer: { other: '{count} 个来自更新的版本。' },
  importWrong: '此文件不是视频历史。',
  clear: '清空…',
  clearAsk: '要从历史中删除所有已结束的视频及其留存文件吗？此操作无法撤销。',
  clearYes: '全部删除',
  cleared: { other: '已删除 {count} 个。' },
  no: '保留',
  errors: errorWords,
};
