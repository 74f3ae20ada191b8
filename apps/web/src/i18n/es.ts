import { spanishFormats } from '@powerset/chart-kit';
import texts from './es.json';

export const language = { texts, formats: spanishFormats };
