import '@fontsource-variable/noto-sans-arabic/wght.css';
import { arabicFormats } from '@powerset/chart-kit';
import texts from './ar.json';

export const language = { texts, formats: arabicFormats, fontFamily: 'Noto Sans Arabic Variable' };
