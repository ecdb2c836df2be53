import fc from 'fast-check';

/** Random input follows from the run's seed, which the run's last lines name. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
