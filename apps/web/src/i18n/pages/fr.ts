export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['../fr/*.json', '!../fr/common.json'], {
    eager: true,
    import: 'default',
  }),
);
