import '../../../i18n/parts/panel.ts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ThreadCount } from '../comments/thread-count.tsx';
import css from './panel.module.css';
import { PanelEdge } from './panel-edge.tsx';
import type { PanelProps } from './panel-props.ts';
import { PANELS, type Panel } from './registry.ts';
import { SourceChange } from './source-change.tsx';

/** The details of the active row, as tabs (ARIA APG, tabs with automatic activation). */
export function DetailsPanel({
  details,
  chosen,
  onChoose,
  width,
  onWidth,
  isBelow,
}: {
  /** Properties of the panel for the active row. Null while there is no row. */
  details: PanelProps | null;
  chosen: Panel['id'];
  onChoose(id: Panel['id']): void;
  /** Width in px. */
  width: number;
  onWidth(width: number): void;
  /** True if the panel is below the text. It then has the text's width and does not scroll separately. */
  isBelow: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  // Scrolls the tabs of a narrow panel so that the chosen tab is between its neighbors, which the user can then click.
  useEffect(() => {
    document
      .getElementById(`${id}-${chosen}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [id, chosen]);
  const shown = dragged ?? width;
  const at = PANELS.findIndex((panel) => panel.id === chosen);
  const { Content } = PANELS[at]!;
  return (
    <aside
      className={css.panel}
      data-below={isBelow || undefined}
      aria-label={t('editor.panel.title')}
      style={{ '--width': `${shown}px` } as React.CSSProperties}
    >
      <PanelEdge
        width={shown}
        onWidth={setDragged}
        onDone={(chosenWidth) => {
          setDragged(null);
          onWidth(chosenWidth);
        }}
      />
      <div
        role="tablist"
        aria-label={t('editor.panel.title')}
        className={css.list}
        onKeyDown={(event) => {
          const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
          const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
          if (!event.key.startsWith('Arrow')) return;
          const step = event.key === forward ? 1 : -1;
          const next = (at + step + PANELS.length) % PANELS.length;
          onChoose(PANELS[next]!.id);
          event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
        }}
      >
        {PANELS.map((panel) => (
          <button
            key={panel.id}
            type="button"
            role="tab"
            id={`${id}-${panel.id}`}
            aria-selected={panel.id === chosen}
            aria-controls={`${id}-content`}
            tabIndex={panel.id === chosen ? 0 : -1}
            className={css.tab}
            onClick={() => onChoose(panel.id)}
          >
            {t(panel.title)}
            {panel.id === 'comments' && details && <ThreadCount panel={details} />}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-content`}
        aria-labelledby={`${id}-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls takes the focus (ARIA APG, tabs)
        tabIndex={0}
        className={css.content}
      >
        {details ? (
          <>
            <SourceChange {...details} />
            <Content {...details} />
          </>
        ) : (
          <p>{t('editor.panel.none')}</p>
        )}
      </div>
    </aside>
  );
}
