// Azure OpenAI: the Realtime API (GA) of a resource of your own. Facts: `openai` 7.59.0 (`OpenAIRealtimeWS.azure`: the versioned endpoint, the key in `api-key`);
// tokens and calls, from its documentation.
import { baseOf, modelsOf } from './ask.js';
import { gaModels } from './openai.js';
import { openaiRealtime } from './openai-realtime.js';
import type { Service, ServiceOptions } from './service.js';

/** What `azure` is made of. */
export interface AzureOptions extends Omit<ServiceOptions, 'baseUrl'> {
  /** Of the resource: `https://<name>.openai.azure.com`. */
  readonly endpoint: string;
}

/**
 * `models` are the names of your deployments. Without them: every name that begins as OpenAI's own do.
 * @param options The key and the endpoint of your resource.
 */
export function azure({ apiKey, endpoint, fetch, ...options }: AzureOptions): Service {
  const resource = baseOf({ baseUrl: endpoint }, endpoint);
  return {
    id: 'azure',
    title: 'Azure OpenAI',
    models: modelsOf(options, gaModels, 'realtime'),
    secrets: [apiKey],
    hosts: [new URL(resource).origin],
    fetch,
    realtime: openaiRealtime(`${resource}/openai/v1`, { 'api-key': apiKey }),
  };
}
