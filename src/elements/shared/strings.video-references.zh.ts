// Simplified Chinese for references in <video-generator>.
import { errorWords } from './strings.errors.zh.js';
import type { VideoReferenceWords } from './strings.video-references.en.js';

export const words: VideoReferenceWords = {
  name: '名称',
  role: '内容',
  person: '人物',
  object: '物体',
  style: '风格',
  anything: '未注明',
  hint: '在提示词中写 {name}，说明它出现在哪里。',
  hintNew: '希望视频中出现的人物、物体或风格的图片，它们不会作为首帧。',
  addHint: '将图片拖放或粘贴到此处，或',
  most: { other: '此模型最多接受 {count} 张图片。' },
  alone: '此模型只能使用参考图或首尾帧中的一种。',
  keep: '存入素材库',
  kept: '已在素材库中',
  remove: '移除 {name}',
  library: '素材库',
  libraryHint: '仅保存在此浏览器中。',
  forget: '从素材库删除 {name}',
  mentions: '参考图',
  mentionsFound: { other: '{count} 张参考图。用方向键选择，按回车键插入。' },
  nameWrong: '名称只能包含文字、数字、连字符和下划线。',
  nameTaken: '已有同名的参考图。',
  noPicture: '这不是图片。',
  unreadable: '此浏览器无法读取该图片：请选择 JPEG 或 PNG。',
  errors: errorWords,
};
