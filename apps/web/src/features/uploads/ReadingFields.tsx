import type { FileReadingOptions, UploadPreview } from '@powerset/contract';
import { Checkbox, Field, Select } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';

/** As the engine writes them, and as people do. */
const dateFormats = [
  ['%Y-%m-%d', '2024-12-31'],
  ['%d.%m.%Y', '31.12.2024'],
  ['%d/%m/%Y', '31/12/2024'],
  ['%m/%d/%Y', '12/31/2024'],
  ['%Y/%m/%d', '2024/12/31'],
] as const;
const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

interface ReadingFieldsProps {
  readonly preview: UploadPreview;
  readonly options: FileReadingOptions;
  readonly onRead: (options: FileReadingOptions) => void;
}

/** How the file is read, where that can be chosen. */
export function ReadingFields({ preview, options, onRead }: ReadingFieldsProps) {
  const t = useT();
  const isText = preview.format === 'csv' || preview.format === 'tsv';
  if (!isText && preview.format !== 'xlsx') return null;
  return (
    <div className="up-target">
      {isText ? (
        <Field label={t('Delimiter')}>
          {(ids) => (
            <Select
              {...ids}
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
          )}
        </Field>
      ) : null}
      {isText ? (
        <Field label={t('Encoding')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Encoding')}
              value={options.encoding ?? encodings.find((name) => name === preview.encoding) ?? 'utf-8'}
              choices={encodings.map((name) => ({ value: name, label: name }))}
              onChange={(encoding) => onRead({ encoding })}
            />
          )}
        </Field>
      ) : (
        <Field label={t('Sheet')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Sheet')}
              value={String(options.sheet ?? preview.sheets[0] ?? '')}
              choices={preview.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(sheet) => onRead({ sheet })}
            />
          )}
        </Field>
      )}
      <Field label={t('Dates are written as')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Dates are written as')}
            value={options.date_format ?? preview.date_format ?? '%Y-%m-%d'}
            choices={dateFormats.map(([value, label]) => ({ value: value as string, label }))}
            onChange={(date_format) => onRead({ date_format })}
          />
        )}
      </Field>
      <div className="up-check">
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
