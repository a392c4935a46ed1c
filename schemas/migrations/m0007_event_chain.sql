-- Each event of a delivery names the one before it, and the delivery its last: so the history of an alert is found without an index,
-- of which every lease and every delivery would write another page. Only the events of the alert itself are indexed.

ALTER TABLE alert_event ADD COLUMN previous INTEGER;
ALTER TABLE delivery ADD COLUMN last_event INTEGER;

-- Found by the index that is dropped.
UPDATE alert_event SET previous = (SELECT MAX(p.number) FROM alert_event p
        WHERE p.alert_id = alert_event.alert_id AND p.number < alert_event.number AND p.delivery = alert_event.delivery)
    WHERE delivery IS NOT NULL;
UPDATE delivery SET last_event = (SELECT MAX(e.number) FROM alert_event e
        WHERE e.alert_id = delivery.alert_id AND e.delivery = delivery.number);

DROP INDEX alert_event_of_alert;
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number) WHERE delivery IS NULL;
