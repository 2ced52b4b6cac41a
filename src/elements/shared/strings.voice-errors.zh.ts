// Simplified Chinese for what can go wrong in <realtime-voice> alone, by error code. Over the words of both elements.
import type { VoiceErrorBook } from './strings.voice-errors.en.js';

export const voiceErrorWords: VoiceErrorBook = {
  invalid_api_key: { title: '此网页的密钥不被接受。', hint: '需要由网页管理者解决。' },
  insufficient_quota: { title: '已付费的额度用完了。', hint: '需要由网页管理者解决。' },
  account_deactivated: { title: '此网页的账号已停用。', hint: '需要由网页管理者解决。' },
  billing_hard_limit_reached: { title: '此网页已达到消费上限。', hint: '需要由网页管理者解决。' },
  token_expired: { title: '这次连接的许可已过期。', hint: '请重新连接，会取得新的许可。' },
  token_used: { title: '这次连接的许可已被使用。', hint: '请重新连接，会取得新的许可。' },
  session_expired: { title: '对话已达到最长时间。', hint: '请重新连接，对话会继续。' },
  no_network_path: { title: '无法建立连接。', hint: '可能被防火墙或代理拦住，请换一个网络。' },
  speaker_missing: { title: '找不到这个扬声器。', hint: '请在设置中选择其他扬声器。' },
  camera_denied: { title: '摄像头被阻止。', hint: '请允许此网页使用，然后重试。' },
  camera_missing: { title: '找不到摄像头。', hint: '请插入摄像头后重试。' },
  camera_busy: { title: '摄像头正被其他程序占用。', hint: '请关闭该程序后重试。' },
  images_unsupported: { title: '此服务的对话不支持图片。', hint: '请用文字描述。' },
  not_loaded: { title: '有一部分未能载入。', hint: '请重试。' },
  cannot_update_voice: { title: '助手开口之后不能更改声音。', hint: '下次连接时生效。' },
};
