import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Kinds of files that take longest. A clean checkout has no times from an earlier run. */
const SLOW = /\.browser\.test\.ts$|\/test\/|\/bergamot|\/embedded|\/main\.test/;

/**
 * Starts the slowest files first, so that no worker runs one of them alone at the end. With TEST_ORDER=random, the seed
 * of the run determines the order.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (process.env.TEST_ORDER === 'random')
      return sortRandomly(files, this.ctx.config.sequence.seed);
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

function sortRandomly(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification): string =>
    createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
  const places = new Map(files.map((file) => [file, place(file)]));
  return files.toSorted((a, b) => places.get(a)!.localeCompare(places.get(b)!));
}
