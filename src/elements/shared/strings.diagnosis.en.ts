// English for the mistakes of a site: what its developer has to fix, and what a visitor reads meanwhile. The console always says it in English.
import type { WordsOf } from './words-of.js';

export const diagnosisEnglish = {
  setup: 'This page is not set up correctly.',
  setupHint: 'The site’s owner has to fix this.',
  causes: {
    badUrl: '{url} is not an address. Set base-url to the address of your gateway, such as https://example.com or /.',
    noBaseUrl:
      '{method} {url} answered {status}. base-url is not set, so the element asked the page’s own origin. Set base-url to the address of your gateway.',
    notFound: '{method} {url} answered {status}. Set base-url to the address of your gateway. The element appends /v1/... to it.',
    doubledPath: '{method} {url} answered {status}. The element appends /v1 itself: leave it out of base-url.',
    html: '{method} {url} is a web page, not the interface (status {status}). Set base-url to the address of your gateway, or let your web server pass /v1/ on to it.',
    noToken:
      '{method} {url} answered {status} and gave no token. Set token-url to your token endpoint, set the property getToken, or set base-url to a gateway.',
    noModel:
      '{url} lists no model of the kind {kind}, and the attribute model is not set. Set model, or give the gateway a service that has one.',
    unknownModel: 'The service does not offer the model {model}. Set model to one that {url} lists: {models}.',
    unauthorized:
      '{method} {url} answered {status}. Sign the visitor in, or send the login: the property headers of <video-generator>; cookies or the property getToken of <realtime-voice>. In the gateway, authorize decides.',
    forbidden:
      '{method} {url} answered {status}. Add {origin} to origins of the gateway, and check what authorize and models of the gateway allow this visitor.',
    hostName:
      '{method} {url} answered {status}: the gateway does not answer to the name {host}. Add the name to hosts of the gateway (npx voxreel --name {host}), or let your proxy send the gateway’s own name.',
    upstreamKey: '{method} {url} answered {status}: the service rejects the key of the gateway. Set the right apiKey on your server.',
    cors: '{url} answers, but no page of {origin} may read the answer (no CORS headers). Add {origin} to origins of the gateway, or set base-url to an address on the page’s own origin.',
    preflight:
      '{url} refuses the preflight request (OPTIONS) of pages of {origin}, so nothing was sent. Add {origin} to origins of the gateway, or let the server allow POST with the headers Content-Type, Idempotency-Key and Authorization.',
    unreachable: 'Nothing answers at {url}. Start the gateway, or set base-url to the address it listens on.',
    csp: 'The content security policy of this page blocks {url}. Add {target} to connect-src.',
    mixed: '{url} is plain HTTP, which browsers block on an https page. Set base-url to an https address.',
    plainHttp:
      'The page {url} is served over plain HTTP, where browsers give no microphone. Serve it over https, or open it as http://localhost.',
    noWebsocket:
      '{url} answers plain HTTP ({status}) and opens no WebSocket. Serve the gateway with serve() or attach() of voxreel/server/node, let a proxy in front of it pass Upgrade and Connection on, or set transport="webrtc".',
    noWebrtc: '{method} {url} answered {status}: the service takes no WebRTC calls. Set transport="websocket".',
  },
};

/** The words for mistakes of a site. */
export type DiagnosisWords = WordsOf<typeof diagnosisEnglish>;
