import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { spellPrefix } from '../query/query-state.ts';
import css from './key-tree.module.css';
import { type KeyTreeNode, keyTreeQuery } from './key-tree.queries.ts';

export interface KeyTreeProps {
  organizationId: string;
  projectId: string;
  /** Prefix that the query requires of the names of keys, as spelled in the query. */
  prefix: string | null;
  /** Filters by names with a prefix, or removes the filter. */
  onPrefix(prefix: string | null): void;
}

/** The segments of the names of keys, level by level, with the number of rows below each. */
export function KeyTree(props: KeyTreeProps) {
  const { t } = useTranslation();
  return (
    <nav className={css.tree} aria-label={t('editor.tree.title')}>
      {props.prefix !== null && (
        <Button kind="quiet" onPress={() => props.onPrefix(null)}>
          {t('editor.tree.all')}
        </Button>
      )}
      <Level {...props} below={undefined} />
    </nav>
  );
}

function Level({ below, ...props }: KeyTreeProps & { below: string | undefined }) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    keyTreeQuery(props.organizationId, props.projectId, below),
  );
  if (error) return <ProblemNotice error={error} />;
  return (
    <ul className={css.level}>
      {data?.pages.flatMap(({ data: nodes }) =>
        nodes.map((node) => <Node key={`${node.segment} ${node.prefix}`} {...props} node={node} />),
      )}
      {hasNextPage && (
        <li>
          <Button kind="quiet" onPress={() => void fetchNextPage()}>
            {t('editor.tree.more')}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Node({ node, ...props }: KeyTreeProps & { node: KeyTreeNode }) {
  const { t, i18n } = useTranslation();
  const { segment, prefix, count } = node;
  const spelled = prefix === null ? null : spellPrefix(prefix);
  const [isOpen, setOpen] = useState(
    spelled !== null && props.prefix?.startsWith(spelled) === true,
  );
  const name = segment === '' ? t('editor.tree.empty') : segment;
  if (prefix === null) {
    return (
      <li>
        <span className={css.leaf} dir="auto">
          {name}
        </span>
      </li>
    );
  }
  return (
    <li>
      <div className={css.node}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-label={t('editor.tree.toggle', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        </button>
        <button
          type="button"
          className={css.name}
          aria-current={props.prefix === spelled || undefined}
          onClick={() => props.onPrefix(prefix)}
        >
          <bdi>{name}</bdi>
          <span className={css.count}>{count.toLocaleString(i18n.language)}</span>
        </button>
      </div>
      {isOpen && <Level {...props} below={prefix} />}
    </li>
  );
}
