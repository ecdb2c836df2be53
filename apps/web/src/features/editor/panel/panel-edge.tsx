import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import css from './panel.module.css';

/** Minimum and maximum width of the panel in px. */
const PANEL_WIDTH = { least: 240, most: 720 };

const STEP = 24;

const clamp = (width: number): number =>
  Math.round(Math.min(PANEL_WIDTH.most, Math.max(PANEL_WIDTH.least, width)));

/** The edge of the panel, which can be dragged or moved with the arrow keys (ARIA APG, window splitter). */
export function PanelEdge({
  width,
  onWidth,
  onDone,
}: {
  width: number;
  onWidth(width: number): void;
  /** Called with the final width. */
  onDone(width: number): void;
}) {
  const { t } = useTranslation();
  const isRtl = useLocale().direction === 'rtl';
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
  const widthAt = (x: number): number =>
    from === null ? width : clamp(from.width + (isRtl ? x - from.x : from.x - x));

  function onKeyDown(event: KeyboardEvent): void {
    const wider = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const narrower = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const step = event.key === wider ? STEP : event.key === narrower ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    onDone(clamp(width + step));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is moved has no element of its own (ARIA APG)
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('editor.panel.width')}
      aria-valuenow={width}
      aria-valuemin={PANEL_WIDTH.least}
      aria-valuemax={PANEL_WIDTH.most}
      className={css.edge}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width });
      }}
      onPointerMove={(event) => from && onWidth(widthAt(event.clientX))}
      onPointerUp={(event) => {
        if (!from) return;
        onDone(widthAt(event.clientX));
        setFrom(null);
      }}
    />
  );
}
