import { DownOutlined, UpOutlined } from '@ant-design/icons-svg';
import { IconButton, SearchInput } from '@powerset/ui';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { formatCount } from '../../numbers.ts';
import styles from './LongText.module.css';
import { findAll } from './matches.ts';

/** A text of any length, wrapped, in which words are found. */
export function LongText({ text, onSearch }: { readonly text: string; readonly onSearch?: () => void }) {
  const t = useT();
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(needle);
  const found = useMemo(() => findAll(text, wanted), [text, wanted]);
  const active = found.places.length === 0 ? -1 : at % found.places.length;
  const step = (by: number) => setAt((last) => (last + by + found.places.length) % Math.max(1, found.places.length));
  return (
    <>
      <div className={styles.search}>
        <SearchInput
          size="small"
          label={t('Search in the value')}
          value={needle}
          onChange={(next) => {
            setNeedle(next);
            onSearch?.();
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found.places.length > 0) step(event.shiftKey ? -1 : 1);
          }}
        />
        {wanted === '' ? null : (
          <>
            <span role="status" className={styles.count}>
              {t('{{at}} of {{count}}', {
                at: formatCount(active + 1),
                count: `${formatCount(found.places.length)}${found.isAll ? '' : '+'}`,
              })}
            </span>
            <IconButton icon={UpOutlined} size="small" label={t('Previous match')} onClick={() => step(-1)} />
            <IconButton icon={DownOutlined} size="small" label={t('Next match')} onClick={() => step(1)} />
          </>
        )}
      </div>
      <Marked text={text} places={found.places} length={wanted.length} active={active} />
    </>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly places: readonly number[];
  readonly length: number;
  readonly active: number;
}

function Marked({ text, places, length, active }: MarkedProps) {
  const current = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match, or other matches
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' });
  }, [active, places]);
  return (
    <pre className={styles.text} dir="auto">
      {places.map((place, index) => {
        const before = text.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + length, place);
        const isActive = index === active;
        return (
          <span key={place}>
            {before}
            <mark ref={isActive ? current : undefined} className={isActive ? styles.active : undefined}>
              {text.slice(place, place + length)}
            </mark>
          </span>
        );
      })}
      {text.slice(places.length === 0 ? 0 : (places.at(-1) ?? 0) + length)}
    </pre>
  );
}
