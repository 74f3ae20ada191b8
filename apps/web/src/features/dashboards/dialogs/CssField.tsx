import { DownOutlined } from '@ant-design/icons-svg';
import { Button, Field, MenuButton, type MenuEntry, TextArea } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPage, resources } from '../../../api/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';

interface CssFieldProps {
  readonly value: string;
  readonly onChange: (css: string) => void;
  readonly rows: number;
  readonly help?: string;
  readonly error?: string | null;
}

/** The CSS of a dashboard: written here, or loaded from a template in place of what stands there. */
export function CssField({ value, onChange, rows, help, error }: CssFieldProps) {
  const t = useT();
  const { can } = useSession();
  return (
    <div>
      <Field label={t('CSS')} help={help} error={error}>
        {(ids) => <TextArea {...ids} value={value} rows={rows} isMono onChange={onChange} />}
      </Field>
      {can('can_read', 'CssTemplate') ? <TemplateMenu value={value} onChange={onChange} /> : null}
    </div>
  );
}

/** As many as one page of a list may have. */
const templateQuery = { order_column: 'template_name', order_direction: 'asc', page: 0, page_size: 100 } as const;

function TemplateMenu({ value, onChange }: Pick<CssFieldProps, 'value' | 'onChange'>) {
  const t = useT();
  /** What a template took the place of, until something else is written. */
  const [replaced, setReplaced] = useState<{ readonly before: string; readonly after: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [resources.cssTemplates.name, 'menu'],
    queryFn: ({ signal }) => listPage(resources.cssTemplates, templateQuery, signal),
  });
  if (error)
    return (
      <LoadFailure title={t('The CSS templates could not be loaded.')} error={error} onRetry={() => void refetch()} />
    );
  const templates = data?.result ?? [];
  if (templates.length === 0) return null;
  const items: readonly MenuEntry[] = templates.map(({ id, template_name, css }) => ({
    key: String(id),
    label: template_name,
    onSelect: () => {
      setReplaced({ before: value, after: css });
      onChange(css);
    },
  }));
  return (
    <>
      <MenuButton
        label={t('Load a CSS template')}
        items={items}
        trigger={
          <Button kind="text" size="small" iconAfter={DownOutlined}>
            {t('Load a CSS template')}
          </Button>
        }
      />
      {replaced && replaced.before !== '' && replaced.after === value ? (
        <Button kind="text" size="small" onClick={() => onChange(replaced.before)}>
          {t('Bring back the CSS from before')}
        </Button>
      ) : null}
    </>
  );
}
