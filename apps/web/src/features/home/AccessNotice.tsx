import { UserAddOutlined } from '@ant-design/icons-svg';
import { Button, cardSurface, classNames, Icon, lineRoles } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { RequestsModal } from '../../access-requests/index.ts';
import { resources, useList } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../shell/index.ts';
import styles from './AccessNotice.module.css';

/** Says who asks to be let see something that the person can answer for. */
export function AccessNotice() {
  const t = useT();
  const { can } = useSession();
  const [isAnswering, setIsAnswering] = useState(false);
  const isEnabled = ['Dashboard', 'Chart', 'Dataset'].some((view) => can('can_write', view));
  const { collection, count } = useList(resources.accessRequests, { pageSize: 1 }, { isEnabled, showsFailure: true });
  const [first] = collection;
  if (!first && !isAnswering) return null;
  const name = `${first?.user.first_name ?? ''} ${first?.user.last_name ?? ''}`.trim();
  const text =
    count === 1
      ? t('{{name}} asks for access to {{title}}', { name, title: first?.title ?? '' })
      : t('{{count}} requests for access are waiting', { count });
  return (
    <>
      {first ? (
        <div className={classNames(cardSurface, styles.notice)} role="status">
          <Icon of={UserAddOutlined} />
          <span className={classNames(lineRoles.grow, styles.text)}>{text}</span>
          <Button size="small" onClick={() => setIsAnswering(true)}>
            {t('Answer')}
          </Button>
        </div>
      ) : null}
      {isAnswering ? (
        <Suspense fallback={null}>
          <RequestsModal object={null} onClose={() => setIsAnswering(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
