import { portugueseFormats } from '@powerset/chart-kit';
import texts from './pt.json';

export const language = { texts, formats: portugueseFormats };
