// A function named in `tool_choice`, as other makers' clients may: here that is the word `required`, and the name beside it.
import { isRecord } from '../../base/is-record.js';

export function withToolChoice(config: Record<string, unknown>): Record<string, unknown> {
  const choice = config['tool_choice'];
  if (choice === undefined) return config;
  // Said twice it stays the same.
  return isRecord(choice) ? { ...config, tool_choice: 'required', named_tool: choice['name'] ?? null } : { named_tool: null, ...config };
}
