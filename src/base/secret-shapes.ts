// What keys and tokens look like, whichever maker issues them. Each pattern takes time in proportion to the text.

/** A group, where a pattern has one, stays in the text. */
const shapes: readonly RegExp[] = [
  // OpenAI, Anthropic, ElevenLabs, Stripe, xAI, Groq.
  /\b(?:sk|ek|pk|rk|xai|gsk|whsec)[-_][\w*-]{8,}/g,
  // Google, Replicate, Hugging Face, AWS, GitHub, Slack.
  /\bAIza[\w-]{30,}/g,
  /\b(?:r8|hf|gh[oprsu]|github_pat)_\w{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\bx(?:ox[a-z]|app)-[\w-]{10,}/g,
  // fal.
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:[\da-f]{16,}/gi,
  // A token as a WebSocket subprotocol.
  /\b[a-z]+-insecure-api-key\.[^\s,"]+/g,
  // A JWT. Looks first whether there are dots at all: a long run of beginnings would cost the square of it.
  /(?<![\w-])(?=[\w-]+\.[\w-]+\.)(?:[\w-]*?-)?eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g,
  /\b(bearer\s+)[\w.~+/=-]{8,}/gi,
  // Words follow these two more often than keys do: a key has a digit or padding.
  /\b(basic\s+)(?=[a-z+/]{0,200}[\d=])[\w+/=-]{8,}/gi,
  /\b(key\s+)(?=[a-z:_-]{0,200}\d)[\w:.-]{16,}/gi,
  // In addresses: credentials, and parameters that carry one.
  /\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s/?#@"'<>]{1,500}(?=@)/gi,
  /([?&#;][\w-]{0,40}(?:token|key|secret|signature|sig|password|credential)=)[^&\s"'#<>)]+/gi,
];

/** Whatever stands under these names is a secret. Compared without case, hyphens and underscores. */
const names: ReadonlySet<string> = new Set(
  (
    'clientsecret secret secretkey privatekey apikey xapikey authorization proxyauthorization token accesstoken refreshtoken idtoken ' +
    'ephemeralkey password passwd bearer cookie setcookie secretaccesskey sessiontoken xgoogapikey credentials'
  ).split(' '),
);

/** `text` with `hidden` in place of everything that looks like a secret. */
export function hideSecrets(text: string, hidden: string): string {
  let shown = text;
  for (const shape of shapes) shown = shown.replace(shape, (_, kept: unknown) => (typeof kept === 'string' ? kept + hidden : hidden));
  return shown;
}

export const isSecretName = (name: string): boolean => names.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
