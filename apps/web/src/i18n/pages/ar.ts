export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['../ar/*.json', '!../ar/common.json'], {
    eager: true,
    import: 'default',
  }),
);
