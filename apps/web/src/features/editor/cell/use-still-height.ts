import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Height of the last rendered workspace in px. */
let lastHeight = 0;

/** Gives a workspace the height of the previous one until its fields are rendered, so that the page moves only once. */
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
