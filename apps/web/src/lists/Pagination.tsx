import { LeftOutlined, RightOutlined } from '@ant-design/icons-svg';
import { Button, classNames, textRoles } from '@powerset/ui';
import { DEFAULT_PAGE_SIZE } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { pageNumbers } from './list-state.ts';
import styles from './Pagination.module.css';

/** Which part of the list is in view, and the way to the others. */
export function Pagination({
  page,
  count,
  total,
  hiddenBefore,
  shown,
  onChange,
}: {
  page: number;
  count: number;
  /** With rows that wait to be deleted: pages keep them. */
  total: number;
  hiddenBefore: number;
  shown: number;
  onChange: (page: number) => void;
}) {
  const t = useT();
  const pageCount = Math.ceil(total / DEFAULT_PAGE_SIZE);
  const first = page * DEFAULT_PAGE_SIZE + 1 - hiddenBefore;
  if (total === 0) return <div className={styles.foot} />;
  return (
    <nav
      className={classNames(styles.foot, textRoles.small, textRoles.secondary, textRoles.numbers)}
      aria-label={t('Pages')}
    >
      <span>
        {shown > 0 ? t('{{first}} – {{last}} of {{count}}', { first, last: first + shown - 1, count }) : null}
      </span>
      {pageCount > 1 ? (
        <span className={styles.pages}>
          <Button
            size="small"
            icon={LeftOutlined}
            label={t('Previous page')}
            isDisabled={page === 0}
            onClick={() => onChange(page - 1)}
          />
          {pageNumbers(page, pageCount).map((at, index) =>
            at === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
              <span key={`gap-${index}`}>…</span>
            ) : (
              <button
                key={at}
                type="button"
                className={classNames(styles.page, at === page && styles.on)}
                aria-current={at === page ? 'page' : undefined}
                aria-label={t('Page {{number}}', { number: at + 1 })}
                onClick={() => onChange(at)}
              >
                {at + 1}
              </button>
            ),
          )}
          <Button
            size="small"
            icon={RightOutlined}
            label={t('Next page')}
            isDisabled={page >= pageCount - 1}
            onClick={() => onChange(page + 1)}
          />
        </span>
      ) : null}
    </nav>
  );
}
