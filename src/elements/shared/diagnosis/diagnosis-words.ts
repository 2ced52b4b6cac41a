// What is said of a site's mistakes. Loaded with the first failure.
import { createWordBook } from '../strings.js';
import { diagnosisEnglish, type DiagnosisWords } from '../strings.diagnosis.en.js';

export type { DiagnosisWords };

export const diagnosisWords = /* @__PURE__ */ createWordBook<DiagnosisWords>('diagnosis', diagnosisEnglish);
