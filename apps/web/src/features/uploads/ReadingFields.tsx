import type { FileReadingOptions, UploadPreview } from '@powerset/contract';
import { Checkbox, classNames, Field, MultiSelect, Select } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import parts from './parts.module.css';
import styles from './ReadingFields.module.css';

/** As the engine writes them, and as people do. */
const dateFormats = [
  ['%Y-%m-%d', '2024-12-31'],
  ['%d.%m.%Y', '31.12.2024'],
  ['%d/%m/%Y', '31/12/2024'],
  ['%m/%d/%Y', '12/31/2024'],
  ['%Y/%m/%d', '2024/12/31'],
] as const;
/** What stands in files where there is no value. */
const usualWords = ['N/A', 'NA', 'NULL', 'null', 'None', 'NaN', '-'];
/** How many lines a title and comments above a table may take. */
const skippable = Array.from({ length: 21 }, (_, count) => String(count));
const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

interface ReadingFieldsProps {
  readonly preview: UploadPreview;
  readonly options: FileReadingOptions;
  readonly onRead: (options: FileReadingOptions) => void;
}

/** How the file is read, where that can be chosen. */
export function ReadingFields(props: ReadingFieldsProps) {
  const t = useT();
  const { preview, options, onRead } = props;
  const isText = preview.format === 'csv' || preview.format === 'tsv';
  if (!isText && preview.format !== 'xlsx') return null;
  return (
    <div className={classNames(parts.fields, parts.narrow)}>
      {isText ? <TextFields {...props} /> : <SheetField {...props} />}
      <Choice
        label={t('Dates are written as')}
        value={options.date_format ?? preview.date_format ?? '%Y-%m-%d'}
        choices={dateFormats.map(([value, label]) => ({ value: value as string, label }))}
        onChange={(date_format) => onRead({ date_format })}
      />
      <Field label={t('Read as NULL')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            isFreeForm
            label={t('Read as NULL')}
            placeholder={t('Empty values')}
            value={options.null_values ?? []}
            choices={usualWords.map((word) => ({ value: word, label: word }))}
            onChange={(values) => onRead({ null_values: values.map(String) })}
          />
        )}
      </Field>
      <Choice
        label={t('Skip lines')}
        value={String(options.skip_rows ?? 0)}
        choices={skippable.map((count) => ({ value: count, label: count }))}
        onChange={(count) => onRead({ skip_rows: Number(count ?? 0) })}
      />
      <div className={styles.check}>
        <Checkbox
          isChecked={options.has_header ?? preview.has_header ?? true}
          onChange={(has_header) => onRead({ has_header })}
        >
          {t('The first line holds column names')}
        </Checkbox>
      </div>
    </div>
  );
}

/** How text is cut into values. */
function TextFields({ preview, options, onRead }: ReadingFieldsProps) {
  const t = useT();
  return (
    <>
      <Choice
        label={t('Delimiter')}
        value={options.delimiter ?? preview.delimiter ?? ','}
        choices={[
          { value: ',', label: t('Comma') },
          { value: ';', label: t('Semicolon') },
          { value: '\t', label: t('Tab') },
          { value: '|', label: t('Pipe') },
        ]}
        onChange={(delimiter) => onRead({ delimiter })}
      />
      <Choice
        label={t('Encoding')}
        value={options.encoding ?? encodings.find((name) => name === preview.encoding) ?? 'utf-8'}
        choices={encodings.map((name) => ({ value: name, label: name }))}
        onChange={(encoding) => onRead({ encoding })}
      />
      <Choice
        label={t('Decimal mark')}
        value={options.decimal_character ?? '.'}
        choices={[
          { value: '.', label: '1234.5' },
          { value: ',', label: '1.234,5' },
        ]}
        onChange={(decimal_character) => onRead({ decimal_character })}
      />
    </>
  );
}

function SheetField({ preview, options, onRead }: ReadingFieldsProps) {
  const t = useT();
  return (
    <Choice
      label={t('Sheet')}
      value={String(options.sheet ?? preview.sheets[0] ?? '')}
      choices={preview.sheets.map((name) => ({ value: name, label: name }))}
      onChange={(sheet) => onRead({ sheet })}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, ...select }: ChoiceProps<Value>) {
  return <Field label={label}>{(ids) => <Select {...ids} {...select} label={label} />}</Field>;
}
