// Is a provider of the form the contract gives? Names every member that is not, and what was likely meant. Calls nothing of it.
import { isRecord } from '../base/is-record.js';
import { fieldEntries, referenceRoles, videoFields } from '../protocol/video-fields.js';
import {
  among,
  bytes,
  callable,
  count,
  entries,
  isNumber,
  list,
  members,
  milliseconds,
  must,
  number,
  range,
  text,
  truth,
  valuesOrRange,
  type Check,
} from './shapes.js';

const draftFields = Object.keys(videoFields);
const fieldLimits = Object.fromEntries(
  fieldEntries.flatMap(([, { limit }]) => (limit === undefined ? [] : [[limit.name, limit.as === 'range' ? range : valuesOrRange]])),
);
const kinds = 'text longtext number integer boolean choice image images url json hidden'.split(' ');

const isSize = (value: unknown): boolean => typeof value === 'string' && /^\d+x\d+$/.test(value);
const isImageType = (value: unknown): boolean => typeof value === 'string' && /^image\/./.test(value);

const limitsWith = (neededOfImages: readonly string[]) =>
  members({
    ...fieldLimits,
    ignores: list(among(draftFields), "['fps']"),
    sizes: list(must(isSize, '<width>x<height>'), "['1280x720']"),
    promptLength: count,
    images: members(
      {
        encoding: among(['data-url', 'base64']),
        max: among([0, 1, 2]),
        maxBytes: bytes,
        types: list(must(isImageType, 'a MIME type of pictures'), "['image/jpeg', 'image/png']"),
      },
      neededOfImages,
    ),
    references: members({ max: count, roles: list(among([...referenceRoles]), "['person']"), alone: truth, durations: valuesOrRange }, [
      'max',
    ]),
  });

/** Of a provider. */
export const limits = limitsWith(['encoding', 'max', 'maxBytes']);
/** Of a model that a service declares. */
export const modelLimits = limitsWith(['max']);

const labels = entries(text, 'choice');
const choice = must((value) => typeof value === 'string' || isNumber(value), 'a text or a number');
const fieldUi = members({
  label: text,
  description: text,
  placeholder: text,
  kind: among(kinds),
  rare: truth,
  min: number,
  max: number,
  step: count,
  choices: list(choice, "['calm', 'wild']"),
  choiceLabels: labels,
  default: () => [],
});
const ui = entries(fieldUi, 'field');

const words = entries(
  members({
    fields: entries(members({ label: text, description: text, placeholder: text, choiceLabels: labels }), 'field'),
    units: entries(text, 'unit'),
    messages: entries(text, 'message'),
  }),
  'language',
);

const metadata: Check = (value, at) => {
  const standard: unknown = isRecord(value) || typeof value === 'function' ? Reflect.get(value, '~standard') : undefined;
  return isRecord(standard) && typeof standard['validate'] === 'function'
    ? []
    : [`${at}: is no Standard Schema; give a schema of zod, valibot or arktype, or describe the fields in \`ui\` alone.`];
};

const id = must((value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value), 'in lower case with hyphens');
const models = list(text, "['acme-*']");

const provider = members(
  {
    id,
    title: text,
    models,
    metadata,
    ui,
    words,
    limits,
    local: truth,
    mirror: list(among(['seed', 'duration']), "['seed']"),
    request: callable,
    parse: callable,
    estimate: callable,
    poll: members({ firstMs: milliseconds, everyMs: milliseconds, deadlineMs: milliseconds }),
    service: members({ idempotent: truth, create: callable, query: callable, stop: callable }, ['create', 'query']),
  },
  ['id', 'models'],
);

const light = members({ id, title: text, models, local: truth, unlisted: truth, load: callable }, ['id', 'models', 'load']);

/** In words; an empty list when its form is right. */
export const checkShape = (entry: unknown): readonly string[] => (isRecord(entry) && 'load' in entry ? light : provider)(entry, '');
