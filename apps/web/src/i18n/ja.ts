import '@fontsource-variable/noto-sans-jp/wght.css';
import { japaneseFormats } from '@powerset/chart-kit';
import texts from './ja.json';

export const language = { texts, formats: japaneseFormats, fontFamily: 'Noto Sans JP Variable' };
