SET client_min_messages = warning;
DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE 'DROP TABLE IF EXISTS ' || each.name || ' CASCADE';
  END LOOP;
  FOR each IN
    SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE 'DROP ROUTINE IF EXISTS ' || each.name || ' CASCADE';
  END LOOP;
END $$;
