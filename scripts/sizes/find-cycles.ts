/** Returns the import cycles as groups of sorted files, by Tarjan's algorithm. */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    isOpen.add(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) visit(next);
      const reached = isOpen.has(next) ? lowest.get(next)! : Number.POSITIVE_INFINITY;
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    for (const member of group) isOpen.delete(member);
    if (group.length > 1 || imports.get(file)!.includes(file)) cycles.push(group.sort());
  };

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
