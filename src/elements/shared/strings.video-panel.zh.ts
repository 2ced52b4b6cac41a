// Simplified Chinese for the controls a chip opens in <video-generator>, and for a draft that was refused.
import { errorWords } from './strings.errors.zh.js';
import type { VideoPanelWords } from './strings.video-panel.en.js';

export const words: VideoPanelWords = {
  promptMissing: '请写下视频要呈现的内容。',
  promptTooLong: { other: '超出 {count} 个字符。' },
  modelMissing: '请先选择模型。',
  frameNoImage: '这不是图片。',
  frameUnreadable: '此浏览器无法读取这张图片：请选择 JPEG 或 PNG。',
  modelOther: '其他模型',
  modelOtherHint: '例如 {names}',
  modelFind: '查找或输入模型名称',
  ignored: '该模型不使用：{names}。',
  adjusted: '已改为该模型支持的值：{names}。',
  width: '宽度',
  height: '高度',
  seedHint: '在模型支持的情况下，相同的种子和提示词会得到相同的视频。',
  seedFix: '固定一个',
  secondsUnit: '秒',
  metadata: '更多选项（JSON）',
  metadataHint: '原样发送给服务商，优先于上面的字段。',
  metadataWrong: '这不是 JSON 对象。',
  frameHint: '把图片拖放或粘贴到这里，或者',
  chooseFile: '选择文件',
  frameShrinks: '图片大小为 {size}，发送前会缩小：该模型最多接受 {limit}。',
  frameUrl: '图片地址',
  firstFrameClear: '移除首帧',
  lastFrameClear: '移除尾帧',
  errors: errorWords,
};
