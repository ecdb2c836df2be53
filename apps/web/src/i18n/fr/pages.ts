export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('./!(common).json', {
    eager: true,
    import: 'default',
  }),
);
