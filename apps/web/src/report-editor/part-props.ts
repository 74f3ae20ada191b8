import type { FieldErrors } from '../controls/form-modal/index.ts';
import type { ReportFields } from './report-form.ts';

/** What each group of fields is given. */
export interface PartProps {
  readonly fields: ReportFields;
  readonly patch: (change: Partial<ReportFields>) => void;
  readonly errors: FieldErrors;
}
