import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Height of the open cell when it was last rendered, in pixels. */
let lastHeight = 0;

/**
 * Keeps the height of the previous open cell until the fields of the next one are rendered. The rows below then move
 * only once.
 */
export function useStillHeight(element: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useLayoutEffect(() => {
    element.current!.style.minBlockSize = isDrawn ? '' : `${lastHeight}px`;
  }, [element, isDrawn]);
  useEffect(() => {
    if (!isDrawn) return;
    const observer = new ResizeObserver(([entry]) => {
      lastHeight = entry!.borderBoxSize[0]!.blockSize;
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, isDrawn]);
}
