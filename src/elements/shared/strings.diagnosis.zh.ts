// Simplified Chinese for the mistakes of a site.
import type { DiagnosisWords } from './strings.diagnosis.en.js';

export const words: DiagnosisWords = {
  setup: '此网页的设置有误。',
  setupHint: '需要由网站管理者解决。',
  causes: {
    badUrl: '{url} 不是有效地址。请将 base-url 设为网关的地址，例如 https://example.com 或 /。',
    noBaseUrl: '{method} {url} 返回 {status}。未设置 base-url，因此请求发往了网页自身的源。请将 base-url 设为网关的地址。',
    notFound: '{method} {url} 返回 {status}。请将 base-url 设为网关的地址，元素会在后面加上 /v1/...。',
    doubledPath: '{method} {url} 返回 {status}。元素会自动加上 /v1，请从 base-url 中去掉。',
    html: '{method} {url} 是网页而不是接口（状态 {status}）。请将 base-url 设为网关的地址，或让网页服务器把 /v1/ 转发给网关。',
    noToken:
      '{method} {url} 返回 {status}，没有给出令牌。请将 token-url 设为令牌接口的地址，或设置 getToken 属性，或将 base-url 设为网关的地址。',
    noModel: '{url} 没有列出 {kind} 类型的模型，也未设置 model。请设置 model，或为网关配置提供此类模型的服务。',
    unknownModel: '该服务没有模型 {model}。请将 model 设为 {url} 列出的模型之一：{models}。',
    unauthorized:
      '{method} {url} 返回 {status}。请让访客登录，或发送登录信息：<video-generator> 用 headers 属性，<realtime-voice> 用 Cookie 或 getToken 属性。网关由 authorize 决定。',
    forbidden: '{method} {url} 返回 {status}。请将 {origin} 加入网关的 origins，并检查网关的 authorize 和 models 是否允许此访客。',
    upstreamKey: '{method} {url} 返回 {status}：服务拒绝了网关的密钥。请在服务器上设置正确的 apiKey。',
    cors: '{url} 有响应，但 {origin} 的网页不能读取（缺少 CORS 标头）。请将 {origin} 加入网关的 origins，或将 base-url 设为网页自身源上的地址。',
    preflight:
      '{url} 拒绝了 {origin} 网页的预检请求（OPTIONS），因此什么也没有发送。请将 {origin} 加入网关的 origins，或让服务器允许带有 Content-Type、Idempotency-Key 和 Authorization 标头的 POST 请求。',
    unreachable: '{url} 没有响应。请启动网关，或将 base-url 设为网关监听的地址。',
    csp: '此网页的内容安全策略阻止了 {url}。请将 {target} 加入 connect-src。',
    mixed: '{url} 是不加密的 HTTP，浏览器会在 https 网页上阻止它。请将 base-url 设为 https 地址。',
    plainHttp: '网页 {url} 通过不加密的 HTTP 提供，浏览器不允许使用麦克风。请使用 https，或以 http://localhost 打开。',
    noWebsocket:
      '{url} 返回普通 HTTP 响应（{status}），没有建立 WebSocket。请用 voxreel/server/node 的 serve() 或 attach() 提供网关，让前面的代理转发 Upgrade 和 Connection 标头，或设置 transport="webrtc"。',
    noWebrtc: '{method} {url} 返回 {status}：该服务不接受 WebRTC 通话。请设置 transport="websocket"。',
  },
};
