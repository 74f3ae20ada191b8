import type { WireFinding, WireFindings } from '@powerset/contract';
import { textRoles, UiLink } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { addresses } from '../shell/index.ts';
import styles from './FindingList.module.css';
import { findingText } from './finding-text.ts';

/** Findings by the chart or dashboard that has them. */
export function FindingList({ found: { findings, count, is_partial: isPartial } }: { readonly found: WireFindings }) {
  const t = useT();
  const keyOf = ({ object_type: type, object_id: id }: WireFinding) => `${type} ${id}`;
  const objects = [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
  return (
    <>
      <ul className={styles.objects}>
        {objects.map((object) => (
          <li key={keyOf(object)}>
            <UiLink href={addressOf(object)} dir="auto" target="_blank">
              {object.object_name}
            </UiLink>
            <ul className={styles.findings}>
              {findings
                .filter((finding) => keyOf(finding) === keyOf(object))
                .map((finding) => findingText(finding, t))
                .map((text) => (
                  <li key={text}>{text}</li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {count > findings.length ? (
        <p className={textRoles.muted}>
          {t('The first {{shown}} of {{count}} are shown.', { shown: findings.length, count })}
        </p>
      ) : null}
      {isPartial ? <p className={textRoles.muted}>{t('There is more than was looked at.')}</p> : null}
    </>
  );
}

function addressOf({ object_type: type, object_id: id }: WireFinding): string {
  return type === 'chart' ? addresses.chart(id) : addresses.dashboard(id);
}
